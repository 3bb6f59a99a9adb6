"""Results as a person reads them: files, tables. Knows results, not models."""
