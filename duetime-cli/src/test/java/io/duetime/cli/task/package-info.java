@NullMarked
package io.duetime.cli.task;

import org.jspecify.annotations.NullMarked;
