package io.duetime.redis.contract;

import io.duetime.engine.tck.EngineContract;
import io.duetime.engine.tck.Themes;
import io.duetime.engine.tck.fixture.EngineFixture;
import io.duetime.engine.tck.model.StateTableContract;
import io.duetime.redis.fixture.store.RedisFixture;
import io.duetime.redis.internal.store.QueueShards;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The contract with every queue in five shards, but for what holds of one shard alone; the state
 * table in long runs alone, as each of its rows is about one job, which is in one shard.
 */
@ExtendWith(ShardedContractTest.OfOneShardAlone.class)
@Themes(except = StateTableContract.class, allInLongRuns = true)
@Tag("full")
class ShardedContractTest extends EngineContract {
  @Override
  protected EngineFixture open() {
    return new RedisFixture(QueueShards.parse("1:5"));
  }

  /**
   * Leaves out what is told of the order, the fences, the quota, the limits and the steps of one
   * shard.
   */
  static final class OfOneShardAlone implements ExecutionCondition {
    /** Jobs come in order within a shard. */
    private static final Set<String> ORDER =
        Set.of(
            "whatIsDueInThePastIsDueNowInTheOrderOfTheTimesGiven",
            "theEngineDoesWhatTheModelDoes",
            "prioritiesAreExactWhateverTheBacklog",
            "anUrgentJobIsFirstWhateverPrioritiesTheOthersAndDelayedJobsHave",
            "anUrgentJobThatComesBehindABacklogOfOnePriorityIsFirst",
            "onlyATenthOfACrowdThatBecameDueAtOnceGoesBeforeAnUrgentJob",
            "maintenanceOrdersACrowdThatBecameDueWhileNoOneClaims",
            "aClaimAheadTakesWhatIsDueByPriorityAndThenTheRestByDueTime",
            "aMomentInThePastNarrowsAClaimOfSeveralPriorities",
            "whatChangesThePlaceOfAJobChangesItInTheOrder",
            "theOrderOfClaimingFollowsANewPriority",
            "aDamagedJobAmongSeveralPrioritiesKeepsNoOtherBack",
            "aQueueThatRanEmptyTakesAnyPriorityAgain",
            "whenTheClockStepsBackNoJobIsEarlyAndTheOrderHolds",
            "idsAreOrderedByTheirBytesInUtf8");

    /** Each shard gives fences of its own, and two jobs of one of these tests are in two shards. */
    private static final Set<String> FENCES =
        Set.of("fencesGrowOverAStepBack", "fencesGrowOverReopening");

    /** A change takes a step for each shard at least. */
    private static final Set<String> STEPS = Set.of("eachStepIsBoundedAndTheLastHasNoCursor");

    /** Each shard has its part of the quota, one job at the least. */
    private static final Set<String> SHARED_QUOTA =
        Set.of(
            "aFullQueueRefusesWhatWouldAddAndTakesTheRest",
            "aFullQueueStillSaysThatAJobExistsAndTakesASuccessor",
            "aRunningJobCountsAgainstTheQuotaBecauseItMayComeBack",
            "aTickThatHadNoRoomAheadOfItsTimeGetsItsJobOnceThereIsRoom",
            "whatARedriveCannotPutIntoAFullQueueStaysDead",
            "aCopyOfADeadJobWaitsUntilItsQueueHasRoom",
            "theOldestGoWhereMoreAreDeadThanMayBe",
            "aLeaseThatWasLostBeforeTheOthersDiedIsTheOldest",
            "aJobThatDiesIsAnsweredAsDeadEvenWhenItGoesAtOnce",
            "aJobThatIsDroppedIsCopiedAllTheSame",
            "aRedrivenJobMakesRoom");

    /**
     * A permit lapses 2 s after the lease that it counts, and a refused claim comes again sooner.
     */
    private static final Set<String> PERMITS =
        Set.of("aLostLeaseFreesItsPlace", "whereNoMoreMayRunTheNextEndOfALeaseCounts");

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext test) {
      boolean isOfOne =
          test.getTestMethod()
              .map(method -> method.getName())
              .filter(name ->
                  ORDER.contains(name)
                      || FENCES.contains(name)
                      || STEPS.contains(name)
                      || SHARED_QUOTA.contains(name)
                      || PERMITS.contains(name))
              .isPresent();
      return isOfOne
          ? ConditionEvaluationResult.disabled("holds of one shard alone")
          : ConditionEvaluationResult.enabled("holds of several shards");
    }
  }
}
