// What people try first, each from a new profile, with the models that come with the app. More clicks than a good app needs
// are a failure.
import { test } from '@playwright/test';
import { TASKS } from './first-time-tasks.ts';
import { titleOf, tryTask } from './first-time-try.ts';

for (const task of TASKS) {
  test(titleOf(task), task.isFull ? { tag: '@full' } : {}, ({ page }) => tryTask(page, task));
}
