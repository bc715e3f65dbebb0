"""The rules that check robot descriptions; their selection, suppression, severities and fixes."""
