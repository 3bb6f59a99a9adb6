"""Other file formats in and out; no scoring here."""
