; Links that show a run. The program asks the person before it shows anything.
!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\parallax" "" "URL:Run of Parallax"
  WriteRegStr SHELL_CONTEXT "Software\Classes\parallax" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\parallax\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\parallax\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
!macroend

!macro customUnInstall
  DeleteRegKey SHELL_CONTEXT "Software\Classes\parallax"
!macroend
