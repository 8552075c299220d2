/** The beanstalkd protocol beside beanstalkd, each server a process of its own. */
@NullMarked
package io.duetime.bench.beanstalkd;

import org.jspecify.annotations.NullMarked;
