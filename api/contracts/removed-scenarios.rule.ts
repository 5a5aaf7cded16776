interface Column {
  readonly campaignId: string;
}

/** Inserts each removed scenario at the end of its campaign, or at the end of the list when the campaign is gone. */
export function withRemoved<T extends Column>(scenarios: readonly T[], removed: readonly T[]): readonly T[] {
  return removed.reduce<readonly T[]>((columns, scenario) => {
    const last = columns.findLastIndex(({ campaignId }) => campaignId === scenario.campaignId);
    const place = last < 0 ? columns.length : last + 1;
    return [...columns.slice(0, place), scenario, ...columns.slice(place)];
  }, scenarios);
}
