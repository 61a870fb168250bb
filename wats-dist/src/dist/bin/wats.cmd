@rem Where package managers look for a program; starts the launcher in the folder above.
@"%~dp0..\wats.cmd" %*
