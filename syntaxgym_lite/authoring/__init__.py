"""Help with writing suites well."""
