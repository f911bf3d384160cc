"""The commands of the command line, one file each; `gridhall.__main__` reads their arguments."""
