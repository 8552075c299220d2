package io.duetime.client;

import io.duetime.engine.tck.Themes;
import io.duetime.engine.tck.history.ConcurrencyContract;
import io.duetime.engine.tck.job.BulkContract;
import io.duetime.engine.tck.job.ClaimingContract;
import io.duetime.engine.tck.job.WorkerContract;
import io.duetime.engine.tck.queue.SettingsContract;
import io.duetime.engine.tck.queue.WatchContract;
import io.duetime.engine.tck.store.DamageContract;
import io.duetime.engine.tck.store.DurabilityContract;
import io.duetime.engine.tck.store.MaintenanceContract;
import io.duetime.engine.tck.store.NamesAndSizesContract;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Chooses the themes in which the store behind a server makes a difference to its client; all
 * themes in long runs. The memory engine meets the others.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Themes(
    only = {
      BulkContract.class,
      ClaimingContract.class,
      ConcurrencyContract.class,
      DamageContract.class,
      DurabilityContract.class,
      MaintenanceContract.class,
      NamesAndSizesContract.class,
      SettingsContract.class,
      WatchContract.class,
      WorkerContract.class
    },
    allInLongRuns = true)
@interface ThemesOfStores {}
