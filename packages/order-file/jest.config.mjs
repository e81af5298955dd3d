import { definePackageTests } from '@trading-platform/jest-preset';

export default definePackageTests('order-file');
