package io.duetime.architecture.seed;

public interface EmptyNames {
  interface JobManager {}

  interface JobHelper {}

  interface JobUtil {}

  interface JobUtils {}

  interface JobBase {}

  interface JobImpl {}
}
