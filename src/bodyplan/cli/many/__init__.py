"""Running a verb on many files, in several processes or on several machines."""
