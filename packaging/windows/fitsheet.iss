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
Name: "path"; Description: "Put the command fitsheet-console on the PATH"; Flags: unchecked; Check: not IsAdminInstallMode
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
Root: HKA; Subkey: "Environment"; ValueType: expandsz; ValueName: "Path"; ValueData: "{olddata};{app}"; Tasks: path; Check: not IsOnPath

[Run]
Filename: "{app}\fitsheet.exe"; Description: "{cm:LaunchProgram,Fitsheet}"; Flags: nowait postinstall skipifsilent

[Code]
{ The user's PATH between two semicolons. }
function PathOfUser(): String;
begin
  if not RegQueryStringValue(HKEY_CURRENT_USER, 'Environment', 'Path', Result) then
    Result := '';
  Result := ';' + Result + ';';
end;

{ Where the program's folder stands in it, 0 if nowhere. }
function PlaceOnPath(): Integer;
begin
  Result := Pos(';' + Uppercase(ExpandConstant('{app}')) + ';', Uppercase(PathOfUser()));
end;

{ An installation over an older one adds nothing. }
function IsOnPath(): Boolean;
begin
  Result := PlaceOnPath() > 0;
end;

{ An entry that was appended to a value is nothing that the uninstaller takes back by itself. }
procedure CurUninstallStepChanged(CurUninstallStep: TUninstallStep);
var
  Paths: String;
  Place: Integer;
begin
  Place := PlaceOnPath();
  if (CurUninstallStep = usPostUninstall) and (Place > 0) then
  begin
    Paths := PathOfUser();
    Delete(Paths, Place, Length(ExpandConstant('{app}')) + 1);
    RegWriteExpandStringValue(HKEY_CURRENT_USER, 'Environment', 'Path', Copy(Paths, 2, Length(Paths) - 2));
  end;
end;
