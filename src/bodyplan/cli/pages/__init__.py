"""The pages that the verbs print, made from the records of their reports."""
