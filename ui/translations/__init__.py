"""The texts of the window in other languages: one .ts file per language, and how they become what Qt loads."""
