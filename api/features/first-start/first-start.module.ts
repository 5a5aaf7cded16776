import { Module } from '@nestjs/common';
import { FirstStart } from './first-start.js';
import { SeedDemo } from './seed-demo.js';

@Module({ providers: [FirstStart, SeedDemo] })
export class FirstStartModule {}
