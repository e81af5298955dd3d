import { describeWideGet } from './wide-get.js';

describeWideGet(20_000);
