import { Module } from '@nestjs/common';
import { StartupController } from './startup.controller.js';

@Module({ controllers: [StartupController] })
export class GameModule {}
