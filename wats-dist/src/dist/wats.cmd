@echo off
rem Starts WATS on Windows.
setlocal
set "ROOT=%~dp0"
set "JAVA=%ROOT%runtime\bin\java.exe"
if not exist "%JAVA%" if defined JAVA_HOME set "JAVA=%JAVA_HOME%\bin\java.exe"
if not exist "%JAVA%" for %%J in (java.exe) do set "JAVA=%%~$PATH:J"
if not exist "%JAVA%" (
  echo wats: Java is missing: install a JDK 17 or newer, or set JAVA_HOME 1>&2
  exit /b 1
)
set "OPTIONS=%WATS_JAVA_OPTS%"
if not defined OPTIONS set "OPTIONS=-XX:MaxRAMPercentage=75"
"%JAVA%" -XX:+UseParallelGC -Xmn24m %OPTIONS% -Dwats.command=wats -Dwats.terminal=false -Dfile.encoding=UTF-8 --add-exports java.base/jdk.internal.module=ALL-UNNAMED -cp "%ROOT%lib\wats.jar;%ROOT%lib\*" io.github.wats.cli.Main %*
exit /b %ERRORLEVEL%
