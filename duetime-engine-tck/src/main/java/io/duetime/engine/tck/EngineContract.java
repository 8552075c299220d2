package io.duetime.engine.tck;

import io.duetime.engine.tck.fixture.EngineFixture;
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
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Scheduling extends SchedulingContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class FailingRequest extends FailingRequestContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Conflict extends ConflictContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Claiming extends ClaimingContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Waiting extends WaitingContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Expiry extends ExpiryContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Settling extends SettlingContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Retry extends RetryContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Changing extends ChangingContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Bulk extends BulkContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Viewing extends ViewingContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Explain extends ExplainContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class LiveTransfer extends LiveTransferContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Settings extends SettingsContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class DeadLimits extends DeadLimitsContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Limits extends LimitsContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Recurring extends RecurringContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class RecurringChanges extends RecurringChangesContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Numbers extends NumbersContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Watch extends WatchContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Maintenance extends MaintenanceContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Durability extends DurabilityContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class NamesAndSizes extends NamesAndSizesContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Damage extends DamageContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Clock extends ClockContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Transfer extends TransferContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Model extends ModelContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Concurrency extends ConcurrencyContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class EventCounts extends EventCountsContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Input extends InputContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class InvalidInput extends InvalidInputContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Acceptance extends AcceptanceContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }
}
