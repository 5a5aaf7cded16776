import { availableParallelism, totalmem } from 'node:os';

/** What a figure depends on most; nothing that tells whose machine it was. */
export interface Machine {
  readonly cores: number;
  readonly memoryGb: number;
}

export const thisMachine = (): Machine => ({
  cores: availableParallelism(),
  memoryGb: Math.round(totalmem() / 2 ** 30),
});

export const describeMachine = ({ cores, memoryGb }: Machine): string => `${cores} cores, ${memoryGb} GB of memory`;
