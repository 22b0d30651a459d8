"""Reading a Hugging Face config.json: its bytes, its keys, and per family of models what the keys mean."""
