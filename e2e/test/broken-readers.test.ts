import { describeBrokenReaders } from './broken-readers.js';

describeBrokenReaders('postgres');
