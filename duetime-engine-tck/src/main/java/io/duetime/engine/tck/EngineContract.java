package io.duetime.engine.tck;

import io.duetime.engine.tck.fixture.EngineFixture;
import io.duetime.engine.tck.history.ConcurrencyContract;
import io.duetime.engine.tck.input.InputContract;
import io.duetime.engine.tck.input.InvalidInputContract;
import io.duetime.engine.tck.job.AcceptanceContract;
import io.duetime.engine.tck.job.BulkContract;
import io.duetime.engine.tck.job.ChangingContract;
import io.duetime.engine.tck.job.ClaimingContract;
import io.duetime.engine.tck.job.ConflictContract;
import io.duetime.engine.tck.job.ExpiryContract;
import io.duetime.engine.tck.job.FailingRequestContract;
import io.duetime.engine.tck.job.PayloadArraysContract;
import io.duetime.engine.tck.job.PriorityContract;
import io.duetime.engine.tck.job.ReleaseContract;
import io.duetime.engine.tck.job.RetryContract;
import io.duetime.engine.tck.job.SchedulingContract;
import io.duetime.engine.tck.job.SettlingContract;
import io.duetime.engine.tck.job.UnconfirmedContract;
import io.duetime.engine.tck.job.WaitingContract;
import io.duetime.engine.tck.model.ModelContract;
import io.duetime.engine.tck.queue.DeadLimitsContract;
import io.duetime.engine.tck.queue.EmptyQueueContract;
import io.duetime.engine.tck.queue.EventCountsContract;
import io.duetime.engine.tck.queue.ExplainContract;
import io.duetime.engine.tck.queue.JobNumbersContract;
import io.duetime.engine.tck.queue.LimitsContract;
import io.duetime.engine.tck.queue.MissedTicksContract;
import io.duetime.engine.tck.queue.NumbersContract;
import io.duetime.engine.tck.queue.RecurringChangesContract;
import io.duetime.engine.tck.queue.RecurringContract;
import io.duetime.engine.tck.queue.RecurringPauseContract;
import io.duetime.engine.tck.queue.RecurringRunContract;
import io.duetime.engine.tck.queue.RecurringVersionContract;
import io.duetime.engine.tck.queue.SettingsContract;
import io.duetime.engine.tck.queue.ViewingContract;
import io.duetime.engine.tck.queue.WatchContract;
import io.duetime.engine.tck.store.AuditContract;
import io.duetime.engine.tck.store.ClockContract;
import io.duetime.engine.tck.store.DamageContract;
import io.duetime.engine.tck.store.DocumentsContract;
import io.duetime.engine.tck.store.DurabilityContract;
import io.duetime.engine.tck.store.LiveTransferContract;
import io.duetime.engine.tck.store.MaintenanceContract;
import io.duetime.engine.tck.store.NamesAndSizesContract;
import io.duetime.engine.tck.store.TransferContract;
import io.duetime.engine.tck.table.StateTableContract;
import org.junit.jupiter.api.Nested;

/**
 * Everything an engine has to pass, theme by theme. To run it, extend this class and say how an
 * empty store is opened.
 */
public abstract class EngineContract {
  /** Opens an empty store; it is closed after each test. */
  protected abstract EngineFixture open();

  @Nested
  class StateTable extends StateTableContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class EmptyQueue extends EmptyQueueContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Scheduling extends SchedulingContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class FailingRequest extends FailingRequestContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Conflict extends ConflictContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Claiming extends ClaimingContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Priority extends PriorityContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Waiting extends WaitingContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Expiry extends ExpiryContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Settling extends SettlingContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class PayloadArrays extends PayloadArraysContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Release extends ReleaseContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Retry extends RetryContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Unconfirmed extends UnconfirmedContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Changing extends ChangingContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Bulk extends BulkContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Viewing extends ViewingContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Explain extends ExplainContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class LiveTransfer extends LiveTransferContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Settings extends SettingsContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class DeadLimits extends DeadLimitsContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Limits extends LimitsContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class MissedTicks extends MissedTicksContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Recurring extends RecurringContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class RecurringChanges extends RecurringChangesContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class RecurringPause extends RecurringPauseContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class RecurringVersion extends RecurringVersionContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class RecurringRun extends RecurringRunContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Numbers extends NumbersContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class JobNumbers extends JobNumbersContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Watch extends WatchContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Maintenance extends MaintenanceContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Durability extends DurabilityContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Documents extends DocumentsContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Audit extends AuditContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class NamesAndSizes extends NamesAndSizesContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Damage extends DamageContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Clock extends ClockContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Transfer extends TransferContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Model extends ModelContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Concurrency extends ConcurrencyContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class EventCounts extends EventCountsContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Input extends InputContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class InvalidInput extends InvalidInputContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Acceptance extends AcceptanceContract {
    @Override
    protected EngineFixture open() {
      return EngineContract.this.open();
    }
  }
}
