import { Module } from '@nestjs/common';
import { DemoExposure } from './demo-exposure.js';
import { FirstStart } from './first-start.js';
import { WritePast } from './past/write-past.js';
import { SeedDemo } from './seed-demo.js';

@Module({ providers: [DemoExposure, FirstStart, SeedDemo, WritePast] })
export class FirstStartModule {}
