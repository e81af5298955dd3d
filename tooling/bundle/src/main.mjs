#!/usr/bin/env node
import { bundle } from './bundle.mjs';

await bundle(process.cwd());
