/**
 * Systems and files that jobs are moved from: layouts of Redis, whose entries are taken by scripts,
 * tubes of beanstalkd, and files of JSON lines.
 */
@NullMarked
package io.duetime.transfer.source;

import org.jspecify.annotations.NullMarked;
