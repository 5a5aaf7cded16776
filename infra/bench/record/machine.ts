import { availableParallelism, totalmem } from 'node:os';

/** Facts about the machine that affect figures most. They do not identify it. */
export interface Machine {
  readonly cores: number;
  readonly memoryGb: number;
}

export const thisMachine = (): Machine => ({
  cores: availableParallelism(),
  memoryGb: Math.round(totalmem() / 2 ** 30),
});

export const describeMachine = ({ cores, memoryGb }: Machine): string => `${cores} cores, ${memoryGb} GB of memory`;
