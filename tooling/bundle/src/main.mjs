#!/usr/bin/env node
import { bundle } from './bundle.mjs';

const [script = 'dist/main.js'] = process.argv.slice(2);
await bundle(process.cwd(), script);
