"""What plays games for a tournament: in this process, in several, or on several machines."""
