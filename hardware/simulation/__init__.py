"""The same hardware made of Python: chips, tags, ports, pins and pods that the real drivers talk to."""
