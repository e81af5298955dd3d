import { describeWideGet } from './wide-get.js';

describeWideGet(200_000);
