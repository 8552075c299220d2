/** Commands about single jobs and lists of jobs, and the options that describe a job. */
@NullMarked
package io.duetime.cli.job;

import org.jspecify.annotations.NullMarked;
