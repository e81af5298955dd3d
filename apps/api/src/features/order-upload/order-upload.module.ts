import { Module } from '@nestjs/common';
import { OrderUploadController } from './order-upload.controller.js';

/** The module for uploading orders (Spec 4.11). */
@Module({ controllers: [OrderUploadController] })
export class OrderUploadModule {}
