"""Charts: values in, pictures out; they compute nothing that the ledger does not say."""
