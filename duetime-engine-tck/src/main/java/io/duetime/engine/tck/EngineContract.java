package io.duetime.engine.tck;

import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.EngineFixture;
import io.duetime.engine.tck.history.ConcurrencyContract;
import io.duetime.engine.tck.job.BulkContract;
import io.duetime.engine.tck.job.ClaimingContract;
import io.duetime.engine.tck.job.PriorityContract;
import io.duetime.engine.tck.job.RedriveContract;
import io.duetime.engine.tck.job.RetryContract;
import io.duetime.engine.tck.job.SchedulingContract;
import io.duetime.engine.tck.job.SettlingContract;
import io.duetime.engine.tck.job.ShiftContract;
import io.duetime.engine.tck.job.UpdateContract;
import io.duetime.engine.tck.job.WorkerContract;
import io.duetime.engine.tck.model.ModelContract;
import io.duetime.engine.tck.model.StateTableContract;
import io.duetime.engine.tck.queue.AbandonedContract;
import io.duetime.engine.tck.queue.DeadLimitsContract;
import io.duetime.engine.tck.queue.ExplainContract;
import io.duetime.engine.tck.queue.LimitsContract;
import io.duetime.engine.tck.queue.MissedTicksContract;
import io.duetime.engine.tck.queue.OverlapContract;
import io.duetime.engine.tck.queue.RecurringChangesContract;
import io.duetime.engine.tck.queue.RecurringContract;
import io.duetime.engine.tck.queue.RecurringVersionContract;
import io.duetime.engine.tck.queue.SettingsContract;
import io.duetime.engine.tck.queue.ViewingContract;
import io.duetime.engine.tck.queue.WatchContract;
import io.duetime.engine.tck.store.DamageContract;
import io.duetime.engine.tck.store.DocumentsContract;
import io.duetime.engine.tck.store.DurabilityContract;
import io.duetime.engine.tck.store.InputContract;
import io.duetime.engine.tck.store.InvalidInputContract;
import io.duetime.engine.tck.store.MaintenanceContract;
import io.duetime.engine.tck.store.NamesAndSizesContract;
import io.duetime.engine.tck.store.TransferContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Everything an engine has to pass, theme by theme. To run it, extend this class and say how an
 * empty store is opened.
 */
public abstract class EngineContract {
  /** Opens an empty store; it is closed after each test. */
  protected abstract EngineFixture open();

  @RegisterExtension
  final BeforeEachCallback opening =
      test -> {
        if (test.getRequiredTestInstance() instanceof Contract theme) {
          theme.opensWith(this::open);
        }
      };

  @Nested
  class StateTable extends StateTableContract {}

  @Nested
  class Scheduling extends SchedulingContract {}

  @Nested
  class Claiming extends ClaimingContract {}

  @Nested
  class Priority extends PriorityContract {}

  @Nested
  class Settling extends SettlingContract {}

  @Nested
  class Retry extends RetryContract {}

  @Nested
  class Update extends UpdateContract {}

  @Nested
  class Workers extends WorkerContract {}

  @Nested
  class Bulk extends BulkContract {}

  @Nested
  class Shifting extends ShiftContract {}

  @Nested
  class RedriveOfTask extends RedriveContract {}

  @Nested
  class Viewing extends ViewingContract {}

  @Nested
  class Explain extends ExplainContract {}

  @Nested
  class Abandoned extends AbandonedContract {}

  @Nested
  class Settings extends SettingsContract {}

  @Nested
  class DeadLimits extends DeadLimitsContract {}

  @Nested
  class Limits extends LimitsContract {}

  @Nested
  class MissedTicks extends MissedTicksContract {}

  @Nested
  class Overlaps extends OverlapContract {}

  @Nested
  class Recurring extends RecurringContract {}

  @Nested
  class RecurringChanges extends RecurringChangesContract {}

  @Nested
  class RecurringVersion extends RecurringVersionContract {}

  @Nested
  class Watch extends WatchContract {}

  @Nested
  class Maintenance extends MaintenanceContract {}

  @Nested
  class Durability extends DurabilityContract {}

  @Nested
  class Documents extends DocumentsContract {}

  @Nested
  class NamesAndSizes extends NamesAndSizesContract {}

  @Nested
  class Damage extends DamageContract {}

  @Nested
  class Transfer extends TransferContract {}

  @Nested
  class Model extends ModelContract {}

  @Nested
  class Concurrency extends ConcurrencyContract {}

  @Nested
  class Input extends InputContract {}

  @Nested
  class InvalidInput extends InvalidInputContract {}
}
