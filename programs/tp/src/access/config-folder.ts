import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder of the user's own `tp` settings: `TP_CONFIG_DIR`, or the system's usual place for settings. */
export function configFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const { TP_CONFIG_DIR, APPDATA, XDG_CONFIG_HOME } = environment;
  if (TP_CONFIG_DIR) return TP_CONFIG_DIR;
  if (process.platform === 'win32' && APPDATA) return join(APPDATA, 'tp');
  return join(XDG_CONFIG_HOME || join(homedir(), '.config'), 'tp');
}
