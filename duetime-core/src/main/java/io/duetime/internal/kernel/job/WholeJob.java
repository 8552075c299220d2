package io.duetime.internal.kernel.job;

import io.duetime.engine.JobBody;

/** A job as a table keeps it: what the kernel works with, and what it only hands on. */
public record WholeJob(JobHead head, JobBody body) {}
