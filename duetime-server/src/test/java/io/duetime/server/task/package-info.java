@NullMarked
package io.duetime.server.task;

import org.jspecify.annotations.NullMarked;
