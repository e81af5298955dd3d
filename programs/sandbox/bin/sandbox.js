#!/usr/bin/env node
import { requireNode } from '@trading-platform/terminal/require-node';

requireNode('sandbox');
const { main } = await import('../dist/main.js');
process.exitCode = await main(process.argv.slice(2));
