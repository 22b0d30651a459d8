; Inno Setup's recipe for the Windows installer, from the folder that packaging/build.py froze:
;   iscc /DVersion=0.1.0 packaging\windows\fitsheet.iss        -> dist\fitsheet-0.1.0-windows-setup.exe
; Not tried: there was no Windows to try it on (packaging/README.md).

#ifndef Version
  #error Give the version: iscc /DVersion=0.1.0 fitsheet.iss
#endif

[Setup]
AppId={{6A3B9C52-3C0E-4B6E-9C7D-4E1B2F5D9A10}
AppName=Fitsheet
AppVersion={#Version}
AppPublisher=The Fitsheet authors
DefaultDirName={autopf}\Fitsheet
DefaultGroupName=Fitsheet
; For this user, or for all with an administrator's consent.
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
LicenseFile=..\..\LICENSE
SetupIconFile=..\..\build\icon\fitsheet.ico
UninstallDisplayIcon={app}\fitsheet.exe
OutputDir=..\..\dist
OutputBaseFilename=fitsheet-{#Version}-windows-setup
Compression=lzma2
SolidCompression=yes
ChangesAssociations=yes
ChangesEnvironment=yes
WizardStyle=modern

[Tasks]
Name: "path"; Description: "Put the command fitsheet-console on the PATH"; Flags: unchecked
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked

[Files]
Source: "..\..\dist\fitsheet\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[Icons]
Name: "{group}\Fitsheet"; Filename: "{app}\fitsheet.exe"
Name: "{autodesktop}\Fitsheet"; Filename: "{app}\fitsheet.exe"; Tasks: desktopicon

[Registry]
Root: HKA; Subkey: "Software\Classes\.fitsheet\OpenWithProgids"; ValueType: string; ValueName: "Fitsheet.Workbook"; ValueData: ""; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\Fitsheet.Workbook"; ValueType: string; ValueData: "Fitsheet workbook"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Fitsheet.Workbook\DefaultIcon"; ValueType: string; ValueData: "{app}\fitsheet.exe,0"
Root: HKA; Subkey: "Software\Classes\Fitsheet.Workbook\shell\open\command"; ValueType: string; ValueData: """{app}\fitsheet.exe"" ""%1"""
Root: HKA; Subkey: "Environment"; ValueType: expandsz; ValueName: "Path"; ValueData: "{olddata};{app}"; Tasks: path; Check: not IsAdminInstallMode

[Run]
Filename: "{app}\fitsheet.exe"; Description: "{cm:LaunchProgram,Fitsheet}"; Flags: nowait postinstall skipifsilent
