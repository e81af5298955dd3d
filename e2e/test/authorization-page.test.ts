import { describeAuthorizationPage } from './authorization-page.js';

describeAuthorizationPage(false);
