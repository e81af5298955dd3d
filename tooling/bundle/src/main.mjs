#!/usr/bin/env node
import { bundle } from './bundle.mjs';

const scripts = process.argv.slice(2);
await bundle(process.cwd(), scripts.length === 0 ? ['dist/main.js'] : scripts);
