@NullMarked
package io.duetime.server.cli.task;

import org.jspecify.annotations.NullMarked;
