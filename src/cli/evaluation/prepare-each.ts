/** Evaluation, set-up: work on one configuration after another, whose mistakes name the configuration. */
import type { Configuration } from '../../evaluation/experiment-file.ts';
import { KerfError } from '../../model/error.ts';
import { checkSettingTypes } from './setting-types.ts';

export async function prepareEach<Prepared>(
  configurations: readonly Configuration[],
  prepare: (configuration: Configuration) => Promise<Prepared>,
): Promise<readonly Prepared[]> {
  const prepared: Prepared[] = [];
  for (const configuration of configurations) {
    try {
      checkSettingTypes(configuration);
      prepared.push(await prepare(configuration));
    } catch (error) {
      if (!(error instanceof KerfError)) throw error;
      throw new KerfError(error.code, `Configuration "${configuration.name}": ${error.message}`, { cause: error });
    }
  }
  return prepared;
}
