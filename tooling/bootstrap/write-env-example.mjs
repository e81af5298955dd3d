import { writeFileSync } from 'node:fs';
import { envExample } from './env-example.mjs';
import { inRoot } from './root-folder.mjs';

writeFileSync(inRoot('.env.example'), await envExample());
